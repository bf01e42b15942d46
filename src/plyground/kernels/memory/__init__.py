"""Memory as compiled code sees it: numbers of 64 and 128 bits (`words`), typed records over addresses (`records`)."""
