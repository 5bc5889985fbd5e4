// All test files share one origin: each begins with nothing stored, whatever the one before it left.
localStorage.clear()
sessionStorage.clear()
