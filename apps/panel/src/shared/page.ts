/** Where the content of every page behind the sign-in begins; also the target of the skip link. */
export const PAGE_ID = 'pagina'

/** Puts the keyboard at the page's beginning, where there is nothing better. */
export const focusPage = (): void => document.getElementById(PAGE_ID)?.focus()
