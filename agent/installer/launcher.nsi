# "Sandpiper Agent.exe": starts the agent without a window, restarts it after a crash, and tells the user when it gives up.
!define FOLDER "$EXEDIR"
!include "product.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"

Name "${PRODUCT}"
OutFile "${OUTPUT}"
Icon "${SOURCE}/sandpiper.ico"
SilentInstall silent
!insertmacro Product "${PRODUCT}"

Var IsInBackground

# Exists while a launcher is waiting to restart the agent. The launcher ends if `sandpiper-agent stop` or another launcher deletes this
# file.
!define RESTART_PENDING "${DATA}\restart-pending"

# Waits for half a minute. Ends the launcher if the restart is no longer wanted.
Function WaitToRestart
  ClearErrors
  FileOpen $0 "${RESTART_PENDING}" w
  ${If} ${Errors}
    # The disk may be full.
    Sleep 30000
    Return
  ${EndIf}
  FileClose $0
  StrCpy $0 30
  ${Do}
    Sleep 1000
    ${IfNot} ${FileExists} "${RESTART_PENDING}"
      Quit
    ${EndIf}
    IntOp $0 $0 - 1
  ${LoopUntil} $0 == 0
  Delete "${RESTART_PENDING}"
FunctionEnd

Section
  # An upgrade leaves these behind if they are in use.
  Delete "$EXEDIR\node.exe.old"
  Delete "$EXEDIR\${PRODUCT}.exe.old"

  # With /background, which Windows uses at sign-in, the launcher shows nothing unless the agent stops because of a problem.
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/background" $1
  StrCpy $IsInBackground 1
  ${If} ${Errors}
    StrCpy $IsInBackground 0
  ${EndIf}

  ${AGENT} status'
  Pop $0
  ${If} $0 == "0"
    ${If} $IsInBackground == 0
      ExecShell "open" "$EXEDIR\console.cmd" "status"
    ${EndIf}
    Quit
  ${EndIf}

  FindFirst $0 $1 "${DATA}\token-*"
  FindClose $0
  ${If} $1 == ""
    ${If} $IsInBackground == 0
      ExecShell "open" "$EXEDIR\console.cmd" "pair"
    ${EndIf}
    Quit
  ${EndIf}

  Delete "${RESTART_PENDING}"
  StrCpy $2 0
  ${Do}
    System::Call 'kernel32::GetTickCount() i .r3'
    ${AGENT} run'
    Pop $0
    System::Call 'kernel32::GetTickCount() i .r4'
    ${If} $0 == "0"
      Quit
    ${ElseIf} $0 == "1"
    ${OrIf} $0 == "error"
      ${Break}
    ${EndIf}
    # The agent crashed, or something it needs is not available yet. Try again, up to 20 times; a run of ten minutes resets the
    # count.
    IntOp $4 $4 - $3
    ${If} $4 U>= 600000
      StrCpy $2 0
    ${EndIf}
    IntOp $2 $2 + 1
    ${If} $2 > 20
      ${Break}
    ${EndIf}
    Call WaitToRestart
  ${Loop}
  # If another launcher has started the agent in the meantime, this one couldn't.
  ${AGENT} status'
  Pop $0
  ${If} $0 == "0"
    Quit
  ${EndIf}
  # Don't add /SD here, because it would hide the message box in a silent program.
  MessageBox MB_YESNO|MB_ICONEXCLAMATION "Sandpiper Agent has stopped, so this computer isn't sending messages.$\r$\n$\r$\nDo you want to find out why?" IDYES look
  Quit
  look:
  ExecShell "open" "$EXEDIR\console.cmd" "doctor"
SectionEnd
