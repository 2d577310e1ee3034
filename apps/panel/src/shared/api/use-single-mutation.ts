import { type DefaultError, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'

/**
 * A mutation of which one runs at a time: of two presses in one instant the first counts. Asked of the client at the press, since
 * the second one comes before anything is drawn anew.
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
