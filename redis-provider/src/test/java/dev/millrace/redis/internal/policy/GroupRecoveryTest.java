package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;

import dev.millrace.redis.internal.policy.GroupRecovery.Ground;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GroupRecoveryTest {

    private static final String GREATEST = "18446744073709551615";

    @ParameterizedTest
    @CsvSource({
        // note (lowest pending, last delivered, last generated, added), stream now -> position, ground
        "'- 7-3 9-0 20',      '9-0 20',   7-3, WATERMARK",
        "'- 7-3 9-0 20',      '12-0 30',  7-3, WATERMARK",
        "'5-2 7-3 9-0 20',    '9-0 20',   5-1, WATERMARK",
        "'5-0 7-3 9-0 20',    '9-0 20',   4-" + GREATEST + ", WATERMARK",
        "'0-1 7-3 9-0 20',    '9-0 20',   0-0, WATERMARK",
        "'- 7-3 9-0 20',      '9-0 19',   0,   BORN_AGAIN",
        "'- 7-3 9-0 20',      '12-0 2',   0,   BORN_AGAIN",
        "'- 7-3 9-1 20',      '9-0 20',   0,   BORN_AGAIN",
        "'- 7-3 10-0 20',     '9-0 20',   0,   BORN_AGAIN",
        "'- 7-3 9-0 20',      ,           0,   BORN_AGAIN",
        // Redis 6.2 does not count what was added.
        "'- 7-3 9-0 -',       '9-0 -',    7-3, WATERMARK",
        "'- 7-3 9-0 -',       '8-0 -',    0,   BORN_AGAIN",
        // An upgrade between the note and the loss.
        "'- 7-3 9-0 -',       '9-0 20',   7-3, WATERMARK",
        ",                    '9-0 20',   0,   NO_WATERMARK",
        ",                    ,           0,   NO_WATERMARK",
        // Ids are unsigned.
        "'- 7-3 " + GREATEST + "-0 20', '9-0 20', 0, BORN_AGAIN",
        "'- 7-3 9-0 20', '" + GREATEST + "-0 20', 7-3, WATERMARK",
    })
    void groupIsCreatedAgainWhereNothingIsMissed(String note, String stream, String position, Ground ground) {
        GroupRecovery recovery = GroupRecovery.of(
                Optional.ofNullable(note).flatMap(Watermark::read),
                Optional.ofNullable(stream)
                        .map(words -> words.split(" "))
                        .flatMap(words -> Watermark.state(words[0], words[1])));

        assertThat(recovery.start().position()).isEqualTo(position);
        assertThat(recovery.ground()).isEqualTo(ground);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "- 7-3 9-0",
                "- 7-3 9-0 20 1",
                "- x 9-0 20",
                "x 7-3 9-0 20",
                "- 7-3 x 20",
                "- 7 9-0 20",
                "- 7-18446744073709551616 9-0 20"
            })
    void whatIsNoNoteCountsAsNone(String note) {
        assertThat(Watermark.read(note)).isEmpty();
    }
}
