/**
 * The conformance kit: the contract of {@code ASSERTIONS.md} as tests that any provider can run.
 *
 * <p>A provider writes a {@link dev.millrace.tck.BrokerHarness}, which opens its broker, and one test class:
 *
 * <pre>{@code
 * class RiverBrokerContractTest implements BrokerContract {
 *     @Override
 *     public BrokerHarness harness() {
 *         return new RiverHarness();
 *     }
 *
 *     @Test
 *     void claimsWhatItsHarnessCanDo() {
 *         assertThat(harness().capabilities()).containsExactlyInAnyOrder(Capability.CRASH);
 *     }
 * }
 * }</pre>
 *
 * <p>Tests that need a {@link dev.millrace.tck.Capability} which the harness lacks are reported as aborted,
 * with the reason; the second test pins the set, so that none is lost unseen. With {@code millrace-cdi} and a
 * CDI container on the class path, {@link dev.millrace.tck.cdi.CdiContract} runs the same way. The tests need
 * a JSON-B implementation, and {@code java.util.logging} as the back end of System.Logger.
 *
 * <p>A test never sleeps. What must happen is awaited, up to {@link dev.millrace.tck.BrokerHarness#patience()};
 * what must not happen is shown by a marker message that was sent later and arrived; and time passes by
 * {@link dev.millrace.tck.Bench#pass}, which works with a stepped clock and with a real one.
 */
@NullMarked
package dev.millrace.tck;

import org.jspecify.annotations.NullMarked;
