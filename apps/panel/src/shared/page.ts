/** Id of the main content of every page behind the sign-in, and target of the skip link. */
export const PAGE_ID = 'pagina'

/** Focuses the main content, if no better target exists. */
export const focusPage = (): void => document.getElementById(PAGE_ID)?.focus()
