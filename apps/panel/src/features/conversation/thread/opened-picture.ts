import { create } from 'zustand'

/** Id of the message whose image is open in the gallery. */
export const useOpenedPicture = create<{ id: string | null }>()(() => ({ id: null }))

export const openPicture = (id: string): void => useOpenedPicture.setState({ id })

export const closePicture = (): void => useOpenedPicture.setState({ id: null })
