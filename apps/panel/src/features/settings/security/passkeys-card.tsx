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
  const cannot =
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
      {cannot ? <p className="text-ink-3 text-ui">{cannot}</p> : <NewPasskey />}
    </Card>
  )
}

const UNSUPPORTED_BROWSER_MESSAGE = 'Este navegador não conhece chaves de acesso.'

function usePasskeyAction<Variables = void>(work: (given: Variables) => Promise<unknown>, failed: string, onSuccess: () => void) {
  return useSingleMutation({
    networkMode: 'always',
    mutationFn: work,
    meta: { showsOwnError: true, about: PASSKEYS_SUBJECT },
    onSuccess,
    onError: (error) => {
      if (isPasskeyPromptDismissed(error)) return
      notifyError(error, { title: failed, message: getErrorReason(error, 'Tente novamente.'), about: PASSKEYS_SUBJECT })
    },
  })
}

function NewPasskey() {
  const [isOpen, setOpen] = useState(false)
  const isThere = useSecondStepCompletion()
  const create = usePasskeyAction<string>(
    async (name) => {
      const options = (await call(passkeyCreationOptions)).data
      return call(createPasskey, { body: { name, response: await registerPasskey(options) } })
    },
    'Não foi possível criar a chave de acesso',
    () => {
      notify.success({ title: 'Chave de acesso criada' })
      isThere()
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
          start={formatDeviceName(navigator.userAgent)}
          submit="Criar"
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
  const [layer, setLayer] = useState<'rename' | 'remove' | null>(null)
  const lookAgain = useRefetchSecurity()
  const rename = usePasskeyAction<string>(
    (wanted) => call(renamePasskey, { params: { id }, body: { name: wanted } }),
    'Não foi possível renomear a chave',
    () => {
      setLayer(null)
      lookAgain()
    },
  )
  const remove = usePasskeyAction(
    () => call(deletePasskey, { params: { id } }),
    'Não foi possível remover a chave',
    () => {
      notify.success({ title: 'Chave de acesso removida' })
      lookAgain()
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
        <Button onClick={() => setLayer('rename')} aria-label={`Renomear ${name}`}>
          Renomear
        </Button>
        <Button busy={remove.isPending} onClick={() => setLayer('remove')} aria-label={`Remover ${name}`}>
          Remover
        </Button>
      </div>
      <Dialog
        tall
        open={layer === 'rename'}
        onOpenChange={(open) => setLayer(open ? 'rename' : null)}
        title="Renomear chave de acesso"
      >
        <NameForm start={name} submit="Salvar" busy={rename.isPending} onSubmit={(wanted) => rename.mutate(wanted)} />
      </Dialog>
      <AlertDialog
        tall
        open={layer === 'remove'}
        onOpenChange={(open) => setLayer(open ? 'remove' : null)}
        title={`Remover a chave ${name}?`}
        description="Ela deixa de abrir a sua conta. No aparelho, apague-a também."
        confirm="Remover"
        onConfirm={() => {
          setLayer(null)
          remove.mutate()
        }}
      />
    </li>
  )
}

function NameForm({
  start,
  submit,
  busy,
  onSubmit,
}: {
  start: string
  submit: string
  busy: boolean
  onSubmit: (name: string) => void
}) {
  const [name, setName] = useState(start)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onSubmit(name.trim())
  }
  return (
    <form noValidate onSubmit={send} className="flex flex-col gap-4">
      <TextField label="Nome" value={name} maxLength={60} onChange={({ target }) => setName(target.value)} required />
      <Button type="submit" variant="primary" className="self-end" busy={busy} disabled={name.trim() === ''}>
        {submit}
      </Button>
    </form>
  )
}
