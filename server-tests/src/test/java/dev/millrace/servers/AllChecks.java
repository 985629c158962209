package dev.millrace.servers;

/** What every server has to pass. */
interface AllChecks extends OrdersChecks, ProbeChecks, DeploymentChecks, ShutdownChecks, DrainChecks {}
