export const helpText = `sandpiper-agent works for Sandpiper on this computer: it opens your Instagram accounts in Firefox.

Commands
  run         work until stopped (this is what happens when you give no command)
  pair        connect this computer to your Sandpiper account (login is the same)
  logout      forget the connection
  status      what the running agent is doing
  pause       stop sending; resume continues
  stop        stop the running agent
  doctor      check that everything it needs is there
  install     start the agent whenever you sign in; uninstall undoes that
  version     show the version

Options
  --server URL         your Sandpiper server
  --token T            an agent token from Settings (pairing needs none); the variable
                       SANDPIPER_AGENT_TOKEN hides it from the list of programs
  --instagram-url URL  another address for Instagram (for trying things out)
  --firefox PATH       the Firefox to use
  --headless           no visible windows
  --data-dir DIR       where the agent keeps its files
  --profiles-dir DIR   where accounts' browser profiles may be, besides Firefox's own list
  --max-windows N      Firefox windows at once; install keeps it`;
