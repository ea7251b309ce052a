@echo off
rem Runs an agent command in a window that stays open until the user presses a key.
title Sandpiper Agent
call "%~dp0sandpiper-agent.cmd" %* --console
if errorlevel 1 goto wait
if not "%~1"=="pair" goto wait
start "" "%~dp0Sandpiper Agent.exe" /background
echo.
echo The agent is now running in the background. You can close this window.
:wait
echo.
pause
