# Asks for the server's address if the installer was built without one and no earlier installation has one.
Var Server
Var ServerField

Page custom AskServer TakeServer

Function AskServer
  ${If} $Server == ""
  ${AndIf} ${FileExists} "$INSTDIR\sandpiper-agent.json"
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "Your Sandpiper server" "Which server should this computer connect to?"
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 24u "Enter the address that you open in your browser to use Sandpiper, for example$\r$\nhttps://sandpiper.example"
  Pop $0
  ${NSD_CreateText} 0 28u 100% 13u "$Server"
  Pop $ServerField
  ${NSD_SetFocus} $ServerField
  nsDialogs::Show
FunctionEnd

Function TakeServer
  ${NSD_GetText} $ServerField $Server
  Call CheckServer
  ${If} $0 == 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "Enter an address that begins with https://, like https://sandpiper.example"
    Abort
  ${EndIf}
FunctionEnd

# Empties $1 unless $Server is an http:// address on this computer. Without encryption, the agent connects only to this computer.
Function IsThisComputer
  StrCpy $1 $Server 16
  StrCpy $2 $Server 1 16
  ${If} $1 != "http://127.0.0.1"
  ${AndIf} $1 != "http://localhost"
    StrCpy $1 ""
  ${EndIf}
  ${If} $2 != ""
  ${AndIf} $2 != ":"
  ${AndIf} $2 != "/"
    StrCpy $1 ""
  ${EndIf}
FunctionEnd

# Sets $0 to 1 if $Server begins as required and is safe to write into the settings file, otherwise to 0. The agent validates it
# fully.
Function CheckServer
  StrCpy $0 0
  StrCpy $1 $Server 8
  ${If} $1 != "https://"
    Call IsThisComputer
  ${EndIf}
  ${If} $1 == ""
    Return
  ${EndIf}
  StrCpy $1 0
  ${Do}
    StrCpy $2 $Server 1 $1
    StrCmp $2 "$\"" refused
    StrCmp $2 "\" refused
    StrCmp $2 " " refused
    IntOp $1 $1 + 1
  ${LoopUntil} $2 == ""
  StrCpy $0 1
  refused:
FunctionEnd

# Reads the switch /SERVER=https://… into $Server. Doesn't use GetOptions, which would stop at the slashes in the address.
Function TakeServerSwitch
  ${GetParameters} $0
  StrCpy $1 0
  ${Do}
    StrCpy $2 $0 8 $1
    IntOp $1 $1 + 1
    StrCmp $2 "/SERVER=" 0 +3
    IntOp $1 $1 + 7
    Goto found
  ${LoopUntil} $2 == ""
  Return
  found:
  ${Do}
    StrCpy $2 $0 1 $1
    StrCmp $2 "" taken
    StrCmp $2 " " taken
    StrCpy $Server "$Server$2"
    IntOp $1 $1 + 1
  ${Loop}
  taken:
  ${If} $Server != ""
    Call CheckServer
    ${If} $0 == 0
      MessageBox MB_OK|MB_ICONSTOP "$Server is not an https:// address. Use /SERVER=https://sandpiper.example" /SD IDOK
      SetErrorLevel 4
      Quit
    ${EndIf}
  ${EndIf}
FunctionEnd

Function WriteServer
  ${If} $Server != ""
    FileOpen $0 "$INSTDIR\sandpiper-agent.json" w
    FileWrite $0 '{"server":"$Server"}$\r$\n'
    FileClose $0
  ${EndIf}
FunctionEnd
