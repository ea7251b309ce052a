@echo off
rem Shows one command of the agent in a window that stays open until it was read.
title Sandpiper Agent
call "%~dp0sandpiper-agent.cmd" %*
if errorlevel 1 goto wait
if not "%~1"=="pair" goto wait
start "" "%~dp0Sandpiper Agent.exe" /background
echo.
echo The agent now works in the background. You may close this window.
:wait
echo.
pause
