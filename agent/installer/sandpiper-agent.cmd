@"%~dp0node.exe" --disable-warning=ExperimentalWarning --max-semi-space-size=2 "%~dp0agent.mjs" %*
