import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type * as SafeStorage from './safe-storage.ts'

const fail = () => {
  throw new DOMException('no', 'QuotaExceededError')
}

let areas: typeof SafeStorage
beforeEach(async () => {
  vi.resetModules()
  areas = await import('./safe-storage.ts')
})
afterEach(() => vi.restoreAllMocks())

it('stores and forgets as the browser does', () => {
  areas.safeLocalStorage.setItem('a', '1')
  areas.safeSessionStorage.setItem('a', '2')
  expect([localStorage.getItem('a'), sessionStorage.getItem('a')]).toEqual(['1', '2'])
  areas.safeLocalStorage.removeItem('a')
  expect(areas.safeLocalStorage.getItem('a')).toBeNull()
})

it('keeps values as long as the page where the browser blocks storage', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(fail)
  expect(areas.safeLocalStorage.getItem('a')).toBeNull()
  areas.safeLocalStorage.setItem('a', '1')
  expect(areas.safeLocalStorage.getItem('a')).toBe('1')
  areas.safeLocalStorage.removeItem('a')
  expect(areas.safeLocalStorage.getItem('a')).toBeNull()
})

it('leaves no older value behind where the storage is full, and stores again once there is room', () => {
  areas.safeLocalStorage.setItem('a', 'old')
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(fail)
  areas.safeLocalStorage.setItem('a', 'new')
  expect(localStorage.getItem('a')).toBeNull()
  expect(areas.safeLocalStorage.getItem('a')).toBe('new')
  full.mockRestore()
  areas.safeLocalStorage.setItem('a', 'newer')
  expect(localStorage.getItem('a')).toBe('newer')
})
