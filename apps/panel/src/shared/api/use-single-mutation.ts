import { type DefaultError, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/**
 * Creates a mutation that ignores further calls while it is running. The running state is read from the query client, because a second
 * click may come before the component renders again.
 */
export function useSingleMutation<Data, Variables = void, Context = unknown>(
  options: Omit<UseMutationOptions<Data, DefaultError, Variables, Context>, 'mutationKey'>,
) {
  const client = useQueryClient()
  const mutationKey = [useId()]
  const mutation = useMutation({ ...options, mutationKey })
  const mutate: typeof mutation.mutate = (...args) => {
    if (client.isMutating({ mutationKey, exact: true }) === 0) mutation.mutate(...args)
  }
  return { ...mutation, mutate }
}
