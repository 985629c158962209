package dev.millrace.redis.internal.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemedyTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            NOGROUP No such key 'orders' or consumer group 'billing' in XREADGROUP with GROUP option | RECOVER_GROUP
            UNBLOCKED the stream key no longer exists                                                | RECOVER_GROUP
            ERR Error running script (call to f_12): @user_script:3: NOGROUP No such key 'orders'     | RECOVER_GROUP
            WRONGTYPE Operation against a key holding the wrong kind of value                        | STOP_TOPIC
            NOPERM this user has no permissions to run the 'xreadgroup' command                      | STOP_TOPIC
            @user_script: 20: The user executing the script can't run this command or subcommand     | STOP_TOPIC
            ERR The user executing the script can't run this command or subcommand                   | STOP_TOPIC
            ERR ACL failure in script: User shop has no permissions to run the 'xack' command         | STOP_TOPIC
            ERR Error running script (call to f_12): @user_script:3: WRONGTYPE Operation against     | STOP_TOPIC
            ERR The user executing the script can't run this command or subcommand                   | STOP_TOPIC
            @user_script: 12: The user executing the script can't access at least one of the keys     | STOP_TOPIC
            LOADING Redis is loading the dataset in memory                                           | PAUSE
            READONLY You can't write against a read only replica.                                    | PAUSE
            MISCONF Redis is configured to save RDB snapshots                                        | PAUSE
            OOM command not allowed when used memory > 'maxmemory'.                                  | PAUSE
            BUSY Redis is busy running a script.                                                     | PAUSE
            NOAUTH Authentication required.                                                          | PAUSE
            WRONGPASS invalid username-password pair or user is disabled.                            | PAUSE
            CLUSTERDOWN The cluster is down                                                          | PAUSE
            NOREPLICAS Not enough good replicas to write.                                            | PAUSE
            ERR Invalid stream ID specified as stream command argument                               | LEAVE_MESSAGE
            ERR                                                                                      | LEAVE_MESSAGE
            """)
    void errorIsClassifiedByItsCode(String message, Remedy remedy) {
        assertThat(Remedy.of(Remedy.codeOf(message))).isEqualTo(remedy);
    }
}
