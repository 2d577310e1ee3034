import { createPasskey, deletePasskey, passkeyCreationOptions, renamePasskey } from '@prosa/contract/calls/accounts/second-step'
import type { Passkey } from '@prosa/contract/entities/accounts/passkey'
import { formatDeviceName } from '@prosa/contract/rules/accounts/device-name'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { formatFullDate } from '../../../shared/formatting/format-date.ts'
import {
  hasHostName,
  isPasskeyPromptDismissed,
  isPasskeySupported,
  PASSKEYS_NEED_HOST_NAME,
  registerPasskey,
} from '../../../shared/identity/passkeys.ts'
import { notify, notifyError } from '../../../shared/notifications/notifications.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { AlertDialog } from '../../../shared/ui/dialogs/alert-dialog.tsx'
import { Dialog } from '../../../shared/ui/dialogs/dialog.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'
import { Card } from '../../../shared/ui/layout/card.tsx'
import { securityQuery, useRefetchSecurity, useSecondStepCompletion } from './security-queries.ts'

const PASSKEYS_SUBJECT = ['passkeys']

/**
 * Card with the user's passkeys. A passkey replaces the code of the second factor, or both password and code. Hidden until the data is
 * loaded.
 */
export function PasskeysCard() {
  const { data } = useQuery(securityQuery)
  if (!data) return null
  const unavailableReason =
    !data.passkeys_possible || !hasHostName()
      ? PASSKEYS_NEED_HOST_NAME
      : isPasskeySupported()
        ? null
        : UNSUPPORTED_BROWSER_MESSAGE
  return (
    <Card title="Chaves de acesso" description="Entre com a digital, o rosto ou o PIN do aparelho, sem senha.">
      {data.passkeys.length > 0 && (
        <ul className="mb-4">
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {unavailableReason ? <p className="text-ink-3 text-ui">{unavailableReason}</p> : <NewPasskey />}
    </Card>
  )
}

const UNSUPPORTED_BROWSER_MESSAGE = 'Este navegador não conhece chaves de acesso.'

function usePasskeyAction<Variables = void>(
  action: (variables: Variables) => Promise<unknown>,
  failureTitle: string,
  onSuccess: () => void,
) {
  return useSingleMutation({
    networkMode: 'always',
    mutationFn: action,
    meta: { showsOwnError: true, subject: PASSKEYS_SUBJECT },
    onSuccess,
    onError: (error) => {
      if (isPasskeyPromptDismissed(error)) return
      notifyError(error, { title: failureTitle, message: getErrorReason(error, 'Tente novamente.'), subject: PASSKEYS_SUBJECT })
    },
  })
}

function NewPasskey() {
  const [isOpen, setOpen] = useState(false)
  const completeSecondStep = useSecondStepCompletion()
  const create = usePasskeyAction<string>(
    async (name) => {
      const options = (await call(passkeyCreationOptions)).data
      return call(createPasskey, { body: { name, response: await registerPasskey(options) } })
    },
    'Não foi possível criar a chave de acesso',
    () => {
      notify.success({ title: 'Chave de acesso criada' })
      completeSecondStep()
    },
  )
  return (
    <>
      <Button busy={create.isPending} onClick={() => setOpen(true)}>
        Criar chave de acesso
      </Button>
      <Dialog
        tall
        open={isOpen}
        onOpenChange={setOpen}
        title="Criar chave de acesso"
        description="Dê um nome, para saber depois em que aparelho ela está."
      >
        <NameForm
          initialName={formatDeviceName(navigator.userAgent)}
          submitLabel="Criar"
          busy={false}
          onSubmit={(name) => {
            setOpen(false)
            create.mutate(name)
          }}
        />
      </Dialog>
    </>
  )
}

function PasskeyRow({ passkey: { id, name, created_at, last_used_at } }: { passkey: Passkey }) {
  const [openDialog, setOpenDialog] = useState<'rename' | 'remove' | null>(null)
  const refetchSecurity = useRefetchSecurity()
  const rename = usePasskeyAction<string>(
    (newName) => call(renamePasskey, { params: { id }, body: { name: newName } }),
    'Não foi possível renomear a chave',
    () => {
      setOpenDialog(null)
      refetchSecurity()
    },
  )
  const remove = usePasskeyAction(
    () => call(deletePasskey, { params: { id } }),
    'Não foi possível remover a chave',
    () => {
      notify.success({ title: 'Chave de acesso removida' })
      refetchSecurity()
    },
  )
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-3 first:border-t-0 first:pt-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-semibold text-ui">{name}</p>
        <p className="text-ink-3 text-meta tabular">
          Criada em <time dateTime={created_at}>{formatFullDate(created_at)}</time>
          {last_used_at && (
            <>
              {' · usada em '}
              <time dateTime={last_used_at}>{formatFullDate(last_used_at)}</time>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => setOpenDialog('rename')} aria-label={`Renomear ${name}`}>
          Renomear
        </Button>
        <Button busy={remove.isPending} onClick={() => setOpenDialog('remove')} aria-label={`Remover ${name}`}>
          Remover
        </Button>
      </div>
      <Dialog
        tall
        open={openDialog === 'rename'}
        onOpenChange={(open) => setOpenDialog(open ? 'rename' : null)}
        title="Renomear chave de acesso"
      >
        <NameForm
          initialName={name}
          submitLabel="Salvar"
          busy={rename.isPending}
          onSubmit={(newName) => rename.mutate(newName)}
        />
      </Dialog>
      <AlertDialog
        tall
        open={openDialog === 'remove'}
        onOpenChange={(open) => setOpenDialog(open ? 'remove' : null)}
        title={`Remover a chave ${name}?`}
        description="Ela deixa de abrir a sua conta. No aparelho, apague-a também."
        confirmLabel="Remover"
        onConfirm={() => {
          setOpenDialog(null)
          remove.mutate()
        }}
      />
    </li>
  )
}

function NameForm({
  initialName,
  submitLabel,
  busy,
  onSubmit,
}: {
  initialName: string
  submitLabel: string
  busy: boolean
  onSubmit: (name: string) => void
}) {
  const [name, setName] = useState(initialName)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <TextField label="Nome" value={name} maxLength={60} onChange={({ target }) => setName(target.value)} required />
      <Button type="submit" variant="primary" className="self-end" busy={busy} disabled={name.trim() === ''}>
        {submitLabel}
      </Button>
    </form>
  )
}
