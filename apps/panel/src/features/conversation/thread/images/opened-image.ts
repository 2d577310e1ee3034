import { create } from 'zustand'

/** Id of the message whose image is open in the gallery; null if the gallery is closed. */
export const useOpenedImage = create<{ id: string | null }>()(() => ({ id: null }))

export const openImageViewer = (id: string): void => useOpenedImage.setState({ id })

export const closeImageViewer = (): void => useOpenedImage.setState({ id: null })
