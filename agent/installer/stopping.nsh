# Stops the agent in $INSTDIR and its launcher if they are running. If they do not stop when asked, ends their processes.
!macro Stopping prefix
  # Sets $1 to 1 if the launcher is running, because its file then can't be replaced, and otherwise to 0.
  Function ${prefix}CheckLauncher
    StrCpy $1 1
    ClearErrors
    FileOpen $0 "$INSTDIR\${PRODUCT}.exe" a
    ${IfNot} ${Errors}
      FileClose $0
      StrCpy $1 0
    ${EndIf}
  FunctionEnd

  Function ${prefix}StopAgent
    StrCpy $WasRunning 0
    ${IfNot} ${FileExists} "$INSTDIR\node.exe"
      Return
    ${EndIf}
    Call ${prefix}CheckLauncher
    ${AGENT} status'
    Pop $0
    ${If} $0 == "0"
    ${OrIf} $1 == 1
      StrCpy $WasRunning 1
      DetailPrint "Waiting for messages that are being sent…"
    ${EndIf}
    StrCpy $2 10
    ${Do}
      ${AGENT} stop'
      Pop $0
      ${If} $0 != "0"
        ${Break}
      ${EndIf}
      # The launcher ends a moment after the agent. If it was just starting the agent, ask again.
      Sleep 1000
      Call ${prefix}CheckLauncher
      ${If} $1 == 0
        Return
      ${EndIf}
      IntOp $2 $2 - 1
    ${LoopUntil} $2 == 0
    # The agent doesn't answer, or the launcher is showing its message.
    StrCpy $WasRunning 1
    Call ${prefix}EndPrograms
    Sleep 1000
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
