# Shared by the installer and the launcher. Each defines FOLDER first. The build defines VERSION, STAGE, SOURCE and OUTPUT.
Target amd64-unicode
RequestExecutionLevel user
ManifestDPIAware true
SetDateSave off

!define PRODUCT "Sandpiper Agent"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\SandpiperAgent"
!define DATA "$LOCALAPPDATA\Sandpiper Agent"
# The beginning of a call that runs the agent without a window and leaves its exit code on the stack. Example: ${AGENT} status'
!define AGENT `nsExec::Exec '"${FOLDER}\node.exe" --disable-warning=ExperimentalWarning --max-semi-space-size=2 "${FOLDER}\agent.mjs"`

!macro Product description
  VIProductVersion "${VERSION}.0"
  VIAddVersionKey "ProductName" "${PRODUCT}"
  VIAddVersionKey "ProductVersion" "${VERSION}"
  VIAddVersionKey "FileVersion" "${VERSION}"
  VIAddVersionKey "FileDescription" "${description}"
  VIAddVersionKey "CompanyName" "Sandpiper"
  VIAddVersionKey "LegalCopyright" "Sandpiper"
!macroend
