import { create } from 'zustand'

/**
 * What the provider wants done before it answers anything else: the code that it said so with, of a password to be changed or a second
 * step to be set up; empty when it wants nothing.
 */
export const useDueFirst = create(() => ({ code: '' }))

/** Said anew by each refusal: whoever went on to another page meanwhile is led back. */
export const setDueFirst = (code: string): void => useDueFirst.setState({ code })
