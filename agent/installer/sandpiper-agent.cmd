@"%~dp0node.exe" --disable-warning=ExperimentalWarning "%~dp0agent.mjs" %*
