import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { createQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

it('without a network, what is asked or done fails at once instead of waiting for it', async () => {
  onlineManager.setOnline(false)
  const client = createQueryClient()
  await expect(client.fetchQuery({ queryKey: ['x'], queryFn: unreachable, meta: { showsOwnError: true } })).rejects.toThrow()
  const mutation = client.getMutationCache().build(client, { mutationFn: unreachable, meta: { showsOwnError: true } })
  await expect(mutation.execute(undefined)).rejects.toThrow()
})
