package dev.millrace.cdi;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

import jakarta.interceptor.InterceptorBinding;

/** The interceptor binding of the tests. */
@InterceptorBinding
@Retention(RetentionPolicy.RUNTIME)
@interface Marked {}
