# The installer. It installs the agent for the current user, without administrator rights. docs/installer.md describes its switches.
!define FOLDER "$INSTDIR"
!include "product.nsh"
!include "FileFunc.nsh"
!include "LogicLib.nsh"
!include "MUI2.nsh"
!include "nsDialogs.nsh"
!include "Sections.nsh"
!include "WinVer.nsh"

Name "${PRODUCT}"
OutFile "${OUTPUT}"
BrandingText "${PRODUCT} ${VERSION}"
InstallDir "$LOCALAPPDATA\Programs\${PRODUCT}"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
# Don't let the user skip a file that can't be written.
AllowSkipFiles off
!ifdef QUICK
  SetCompress off
!else
  SetCompressor /SOLID lzma
  SetCompressorDictSize 32
!endif
!insertmacro Product "${PRODUCT} Setup"

!define MUI_ICON "${SOURCE}/sandpiper.ico"
!define MUI_UNICON "${SOURCE}/sandpiper.ico"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_COMPONENTSPAGE_TEXT_TOP "Sandpiper Agent sends your messages from this computer, in your own Firefox. It is installed for your Windows account only."
!define MUI_FINISHPAGE_TITLE "${PRODUCT} is installed"
!define MUI_FINISHPAGE_TEXT "The first time it starts, it shows a code and opens your browser. Sign in there, check that the code is the same, and choose Approve."
!define MUI_FINISHPAGE_RUN
!define MUI_FINISHPAGE_RUN_TEXT "Start ${PRODUCT} now"
!define MUI_FINISHPAGE_RUN_FUNCTION StartForTheUser

Var WasRunning

!insertmacro MUI_PAGE_COMPONENTS
!ifndef HAS_SERVER
  !include "server.nsh"
!endif
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!include "stopping.nsh"
!include "uninstaller.nsh"
!insertmacro MUI_LANGUAGE "English"

!macro MoveAside file
  Delete "$INSTDIR\${file}.old"
  IfFileExists "$INSTDIR\${file}" 0 +2
  Rename "$INSTDIR\${file}" "$INSTDIR\${file}.old"
!macroend

!macro MoveBack file
  ${If} ${FileExists} "$INSTDIR\${file}.old"
    Delete "$INSTDIR\${file}"
    Rename "$INSTDIR\${file}.old" "$INSTDIR\${file}"
  ${EndIf}
!macroend

Section "${PRODUCT}" SectionAgent
  SectionIn RO
  SetOutPath "$INSTDIR"
  Call StopAgent
  # An agent with another data folder may still be running. Its program can be renamed, but not replaced.
  !insertmacro MoveAside "node.exe"
  !insertmacro MoveAside "${PRODUCT}.exe"
  # agent.mjs must match node.exe. If a file cannot be written, .onInstFailed restores all three files.
  !insertmacro MoveAside "agent.mjs"
  File "${STAGE}/node.exe"
  File "${STAGE}/${PRODUCT}.exe"
  File "${STAGE}/agent.mjs"
  File "${STAGE}/sandpiper-agent.cmd"
  File "${STAGE}/console.cmd"
  File "${STAGE}/LICENSES.txt"
  !ifdef HAS_SERVER
    File "${STAGE}/sandpiper-agent.json"
  !else
    Call WriteServer
  !endif
  WriteUninstaller "$INSTDIR\Uninstall.exe"
  # If an .exe file is still in use, the launcher deletes it later.
  Delete "$INSTDIR\node.exe.old"
  Delete "$INSTDIR\${PRODUCT}.exe.old"
  Delete "$INSTDIR\agent.mjs.old"
SectionEnd

Section "Start when I sign in to Windows" SectionAutostart
  WriteRegStr HKCU "${RUN_KEY}" "${PRODUCT}" '"$INSTDIR\${PRODUCT}.exe" /background'
SectionEnd

Section "-Windows"
  ${IfNot} ${SectionIsSelected} ${SectionAutostart}
    DeleteRegValue HKCU "${RUN_KEY}" "${PRODUCT}"
  ${EndIf}

  CreateDirectory "$SMPROGRAMS\${PRODUCT}"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}\${PRODUCT}.lnk" "$INSTDIR\${PRODUCT}.exe"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}\Connect to Sandpiper.lnk" "$INSTDIR\console.cmd" "pair" "$INSTDIR\${PRODUCT}.exe"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}\Check ${PRODUCT}.lnk" "$INSTDIR\console.cmd" "doctor" "$INSTDIR\${PRODUCT}.exe"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}\Stop ${PRODUCT}.lnk" "$INSTDIR\console.cmd" "stop" "$INSTDIR\${PRODUCT}.exe"
  SetOutPath "$PROFILE"
  CreateShortcut "$SMPROGRAMS\${PRODUCT}\${PRODUCT} Commands.lnk" "$SYSDIR\cmd.exe" \
    '/k "set "PATH=$INSTDIR;%PATH%" && sandpiper-agent help"' "$INSTDIR\${PRODUCT}.exe"
  SetOutPath "$INSTDIR"

  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "${PRODUCT}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "Sandpiper"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\${PRODUCT}.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\Uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\Uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  SectionGetSize ${SectionAgent} $0
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" $0

  ${If} ${Silent}
    ${GetParameters} $0
    ClearErrors
    ${GetOptions} $0 "/START" $1
    ${IfNot} ${Errors}
    ${OrIf} $WasRunning == 1
      Exec '"$INSTDIR\${PRODUCT}.exe" /background'
    ${EndIf}
  ${EndIf}
SectionEnd

Function StartForTheUser
  Exec '"$INSTDIR\${PRODUCT}.exe"'
FunctionEnd

Function .onInit
  ${IfNot} ${AtLeastWin10}
    MessageBox MB_OK|MB_ICONSTOP "${PRODUCT} needs Windows 10 or newer." /SD IDOK
    SetErrorLevel 3
    Quit
  ${EndIf}
  ${GetParameters} $R0

  # An upgrade keeps the user's earlier choice about starting at sign-in.
  ReadRegStr $0 HKCU "${UNINSTALL_KEY}" "DisplayVersion"
  ReadRegStr $1 HKCU "${RUN_KEY}" "${PRODUCT}"
  ${If} $0 != ""
  ${AndIf} $1 == ""
    !insertmacro UnselectSection ${SectionAutostart}
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/AUTOSTART" $0
  ${IfNot} ${Errors}
    !insertmacro SelectSection ${SectionAutostart}
  ${EndIf}
  ClearErrors
  ${GetOptions} $R0 "/NOAUTOSTART" $0
  ${IfNot} ${Errors}
    !insertmacro UnselectSection ${SectionAutostart}
  ${EndIf}

  !ifndef HAS_SERVER
    Call TakeServerSwitch
  !endif
FunctionEnd

Function .onInstFailed
  !insertmacro MoveBack "node.exe"
  !insertmacro MoveBack "${PRODUCT}.exe"
  !insertmacro MoveBack "agent.mjs"
  ${If} $WasRunning == 1
    Exec '"$INSTDIR\${PRODUCT}.exe" /background'
  ${EndIf}
FunctionEnd
