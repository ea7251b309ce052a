/** The program's version, which `sandpiper-agent version` prints and the agent sends to the server. */
export const agentVersion = '0.1.0';
