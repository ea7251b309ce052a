/** The program's version, which the server and `sandpiper-agent version` show. */
export const agentVersion = '0.1.0';
