import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribeToOnline = (onChange: () => void) => onlineManager.subscribe(onChange)
const isOnline = () => onlineManager.isOnline()

/** Returns whether the browser is connected to a network. Without a network the panel can be read, but nothing can be changed. */
export const useOnline = (): boolean => useSyncExternalStore(subscribeToOnline, isOnline)
