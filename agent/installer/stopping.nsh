# Stops the agent in $INSTDIR if it is running. If it does not stop when asked, ends its processes.
!macro Stopping prefix
  Function ${prefix}StopAgent
    StrCpy $WasRunning 0
    ${IfNot} ${FileExists} "$INSTDIR\node.exe"
      Return
    ${EndIf}
    ${AGENT} status'
    Pop $0
    ${If} $0 != "0"
      Return
    ${EndIf}
    StrCpy $WasRunning 1
    DetailPrint "Waiting for messages that are being sent…"
    ${AGENT} stop'
    Pop $0
    ${If} $0 != "0"
      Call ${prefix}EndPrograms
    ${EndIf}
  FunctionEnd

  # Selects processes by their folder, because other programs may also run node.exe.
  Function ${prefix}EndPrograms
    System::Call 'kernel32::SetEnvironmentVariable(t "SANDPIPER_AGENT_FOLDER", t "$INSTDIR\")'
    nsExec::Exec "powershell.exe -NoProfile -NonInteractive -Command $\"Get-Process node,'${PRODUCT}' -ErrorAction SilentlyContinue \
      | Where-Object { $$_.Path -and $$_.Path.StartsWith($$env:SANDPIPER_AGENT_FOLDER, 'OrdinalIgnoreCase') } | Stop-Process -Force$\""
    Pop $0
  FunctionEnd
!macroend

!insertmacro Stopping ""
!insertmacro Stopping "un."
