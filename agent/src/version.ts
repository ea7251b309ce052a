/** The program's version, as the server and `sandpiper-agent version` show it. */
export const agentVersion = '0.1.0';
