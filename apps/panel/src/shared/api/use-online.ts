import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'

const subscribe = (told: () => void) => onlineManager.subscribe(told)
const isOnline = () => onlineManager.isOnline()

/** Whether the browser has a network: without one what is here can be read, and nothing be changed. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline)
