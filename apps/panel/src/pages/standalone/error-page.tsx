import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../shared/api/errors.ts'
import { UNEXPECTED_ERROR_MESSAGE } from '../../shared/api/messages.pt-br.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { EmptyState } from '../../shared/ui/feedback/empty-state.tsx'

/** Page shown in place of a page that failed to render. The rest of the panel stays usable. */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  useEffect(() => console.warn(error), [error])
  return (
    <EmptyState
      heading="h1"
      title="Esta página não pôde ser mostrada"
      action={
        <Button
          onClick={() => {
            reset()
            void router.invalidate()
          }}
        >
          Tentar novamente
        </Button>
      }
    >
      {error instanceof ApiError ? error.message : UNEXPECTED_ERROR_MESSAGE}
    </EmptyState>
  )
}
