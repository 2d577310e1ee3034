/** Id of the main element of every signed-in page. The skip link navigates to it. */
export const MAIN_CONTENT_ID = 'pagina'

/** Focuses the main content, if no better target exists. */
export const focusMainContent = (): void => document.getElementById(MAIN_CONTENT_ID)?.focus()
