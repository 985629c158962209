package dev.millrace.cdi.elsewhere;

/** A class to extend, of an interface that others cannot implement. */
public class BehindHidden implements Hidden {}
