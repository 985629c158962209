package dev.millrace.cdi.elsewhere;

/** An interface of this package alone. */
interface Hidden {}
