# The uninstaller. It removes everything, but the user can choose to keep the agent's own files.
Var KeepData
Var KeepField

UninstPage custom un.AskKeep un.TakeKeep
!insertmacro MUI_UNPAGE_INSTFILES

!ifdef SIGN
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

Function un.onInit
  StrCpy $KeepData 0
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "/KEEPDATA" $1
  ${IfNot} ${Errors}
    StrCpy $KeepData 1
  ${EndIf}
FunctionEnd

Function un.AskKeep
  !insertmacro MUI_HEADER_TEXT "Remove ${PRODUCT}" "Your accounts and campaigns in Sandpiper are not affected."
  nsDialogs::Create 1018
  Pop $0
  ${NSD_CreateLabel} 0 0 100% 54u "The agent has its own files on this computer: the connection to Sandpiper, a record of what it sent, its log, and Firefox profiles that aren't in Firefox's own list or were deleted in Sandpiper. These files are deleted unless you keep them for a later installation.$\r$\n$\r$\nYour other Firefox profiles are kept, with their signed-in accounts."
  Pop $0
  ${NSD_CreateCheckbox} 0 60u 100% 12u "&Keep these files"
  Pop $KeepField
  ${If} $KeepData == 1
    ${NSD_Check} $KeepField
  ${EndIf}
  nsDialogs::Show
FunctionEnd

Function un.TakeKeep
  ${NSD_GetState} $KeepField $KeepData
FunctionEnd

!macro Remove file
  Delete "$INSTDIR\${file}"
  Delete "$INSTDIR\${file}.old"
!macroend

# Deletes the programs. Tries up to 50 times, because a process that has just ended keeps its file in use for a moment. Afterward,
# $0 is 0 if a program could not be deleted.
Function un.RemovePrograms
  StrCpy $0 50
  ${Do}
    !insertmacro Remove "node.exe"
    !insertmacro Remove "${PRODUCT}.exe"
    ${IfNot} ${FileExists} "$INSTDIR\node.exe"
    ${AndIfNot} ${FileExists} "$INSTDIR\node.exe.old"
    ${AndIfNot} ${FileExists} "$INSTDIR\${PRODUCT}.exe"
    ${AndIfNot} ${FileExists} "$INSTDIR\${PRODUCT}.exe.old"
      Return
    ${EndIf}
    IntOp $0 $0 - 1
    Sleep 200
  ${LoopUntil} $0 == 0
FunctionEnd

Section "Uninstall"
  Call un.StopAgent
  Call un.RemovePrograms
  ${If} $0 == 0
    Call un.EndPrograms
    Call un.RemovePrograms
  ${EndIf}
  ${If} $0 == 0
    MessageBox MB_OK|MB_ICONEXCLAMATION "${PRODUCT} is still in use and was not removed. Close it and try again." /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  !insertmacro Remove "agent.mjs"
  Delete "$INSTDIR\sandpiper-agent.cmd"
  Delete "$INSTDIR\sandpiper-agent.json"
  Delete "$INSTDIR\console.cmd"
  Delete "$INSTDIR\LICENSES.txt"
  Delete "$INSTDIR\Uninstall.exe"
  # Without /r: the user may have chosen this folder, and it may contain other files.
  RMDir "$INSTDIR"
  RMDir "$LOCALAPPDATA\Programs"
  RMDir /r "$SMPROGRAMS\${PRODUCT}"
  DeleteRegValue HKCU "${RUN_KEY}" "${PRODUCT}"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  ${If} $KeepData != 1
    RMDir /r "${DATA}"
  ${EndIf}
SectionEnd
