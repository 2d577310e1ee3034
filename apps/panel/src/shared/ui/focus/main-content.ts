/** Id of the main content of every page behind the sign-in, and target of the skip link. */
export const MAIN_CONTENT_ID = 'pagina'

/** Focuses the main content, if no better target exists. */
export const focusMainContent = (): void => document.getElementById(MAIN_CONTENT_ID)?.focus()
