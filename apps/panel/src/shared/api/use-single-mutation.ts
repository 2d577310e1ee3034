import { type DefaultError, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/**
 * Creates a mutation that runs at most once at a time; of two clicks in quick succession only the first counts. The query client is checked
 * at each click, because the second may come before a new render.
 */
export function useSingleMutation<Data, Variables = void, Context = unknown>(
  options: Omit<UseMutationOptions<Data, DefaultError, Variables, Context>, 'mutationKey'>,
) {
  const client = useQueryClient()
  const mutationKey = [useId()]
  const mutation = useMutation({ ...options, mutationKey })
  const mutate: typeof mutation.mutate = (...given) => {
    if (client.isMutating({ mutationKey, exact: true }) === 0) mutation.mutate(...given)
  }
  return { ...mutation, mutate }
}
