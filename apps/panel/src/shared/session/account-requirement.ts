import { create } from 'zustand'

/**
 * Error code of a requirement that the provider enforces before any other call: a password to change or a second factor to set up. Empty if
 * there is none.
 */
export const useAccountRequirement = create(() => ({ code: '' }))

/** Sets the code at each rejected call, so that a user who opened another page meanwhile is led back. */
export const setAccountRequirement = (code: string): void => useAccountRequirement.setState({ code })
