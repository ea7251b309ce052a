# Asks for the server's address, where the installer was built without one and none is known from before.
Var Server
Var ServerField

Page custom AskServer TakeServer

Function AskServer
  ${If} $Server == ""
  ${AndIf} ${FileExists} "$INSTDIR\sandpiper-agent.json"
    Abort
  ${EndIf}
  !insertmacro MUI_HEADER_TEXT "Your Sandpiper" "Which server is this computer to work for?"
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 24u "The address at which you open Sandpiper in your browser, for instance$\r$\nhttps://sandpiper.example"
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
    MessageBox MB_OK|MB_ICONEXCLAMATION "This is not an address. Write it like https://sandpiper.example"
    Abort
  ${EndIf}
FunctionEnd

# Answers 1 in $0 when $Server can stand in the settings file; the agent itself reads it more closely.
Function CheckServer
  StrCpy $0 0
  StrCpy $1 $Server 8
  StrCpy $2 $Server 7
  ${If} $1 != "https://"
  ${AndIf} $2 != "http://"
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

# /SERVER=https://…, for an installation that asks nothing. (GetOptions would stop at the address's own slashes.)
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
      MessageBox MB_OK|MB_ICONSTOP "$Server is not an address. Write it like /SERVER=https://sandpiper.example" /SD IDOK
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
