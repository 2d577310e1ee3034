import { create } from 'zustand'

/**
 * Error code of a requirement that blocks all other requests of the user: a password to change or a second factor to set up. Empty if there
 * is none.
 */
export const useAccountRequirement = create(() => ({ code: '' }))

/** Stores the error code after each blocked request, so that a user who has opened another page is redirected again. */
export const setAccountRequirement = (code: string): void => useAccountRequirement.setState({ code })
