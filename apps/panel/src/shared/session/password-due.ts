import { create } from 'zustand'

/** Whether the provider answers nothing before the password is changed. */
export const usePasswordDue = create(() => ({ isDue: false }))

/** Said anew by each refusal: whoever went on to another page meanwhile is led back. */
export const setPasswordDue = (isDue: boolean): void => usePasswordDue.setState({ isDue })
