# "Sandpiper Agent.exe": starts the agent without a window and stays beside it to say when it has stopped.
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

Section
  # Left by an upgrade while they were in use.
  Delete "$EXEDIR\node.exe.old"
  Delete "$EXEDIR\${PRODUCT}.exe.old"

  # At sign-in nothing is shown to somebody who asked for nothing.
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
    # Neither stopped nor refused: it broke off, or what it needs is not there yet. Not for ever without a word; but what
    # happened before ten good minutes has nothing to do with it any more.
    IntOp $4 $4 - $3
    ${If} $4 U>= 600000
      StrCpy $2 0
    ${EndIf}
    IntOp $2 $2 + 1
    ${If} $2 > 20
      ${Break}
    ${EndIf}
    Sleep 30000
  ${Loop}
  # No answer is given by itself (/SD): that would keep the box from being shown in a silent program.
  MessageBox MB_YESNO|MB_ICONEXCLAMATION "Sandpiper Agent has stopped, and nothing is sent until it runs again.$\r$\n$\r$\nLook now what is in the way?" IDYES look
  Quit
  look:
  ExecShell "open" "$EXEDIR\console.cmd" "doctor"
SectionEnd
