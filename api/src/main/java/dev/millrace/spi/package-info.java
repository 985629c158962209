/**
 * For those who write a provider: how one is found and configured, and the parts of the contract that
 * would be alike in all of them. Applications need nothing of this package.
 */
@NullMarked
package dev.millrace.spi;

import org.jspecify.annotations.NullMarked;
