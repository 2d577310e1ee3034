import { create } from 'zustand'

/** The message whose picture is open over the page. */
export const useOpenedPicture = create<{ id: string | null }>()(() => ({ id: null }))

export const openPicture = (id: string): void => useOpenedPicture.setState({ id })

export const closePicture = (): void => useOpenedPicture.setState({ id: null })
