import { confirmTotp } from '@prosa/contract/calls/accounts/second-step'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { getErrorReason } from '../../../shared/api/error-reason.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { useSingleMutation } from '../../../shared/api/use-single-mutation.ts'
import { importWithRetry } from '../../../shared/lazy-loading/import-with-retry.ts'
import { Button } from '../../../shared/ui/buttons/button.tsx'
import { CopyLink } from '../../../shared/ui/buttons/copy-link.tsx'
import { TextField } from '../../../shared/ui/inputs/text-field.tsx'

/** Colours of the QR code. Both themes use dark on light, because cameras read other colours badly. */
const QR_COLORS = { blackColor: '#17120f', whiteColor: '#fff', border: 2 }

/** QR code of a URI, to be scanned by a phone's camera. The library is loaded when needed. */
function QrCode({ uri }: { uri: string }) {
  const [qrImage, setQrImage] = useState<string | null>(null)
  useEffect(() => {
    let isUnmounted = false
    void importWithRetry(() => import('uqr')).then(({ renderSVG }) => {
      if (!isUnmounted) setQrImage(`data:image/svg+xml,${encodeURIComponent(renderSVG(uri, QR_COLORS))}`)
    })
    return () => {
      isUnmounted = true
    }
  }, [uri])
  return (
    <div className="size-44 shrink-0 overflow-hidden rounded-control border border-line bg-sunken">
      {qrImage && <img src={qrImage} alt="Código QR para o aplicativo" className="size-full" />}
    </div>
  )
}

interface TotpSetupProps {
  secret: string
  uri: string
  onConfirmed: (codes: readonly string[]) => void
  onCancel: () => void
}

/**
 * Set-up of an authenticator app: shows the secret as a QR code and as a text, and requests the first code. A correct code activates the
 * second factor.
 */
export function TotpSetup({ secret, uri, onConfirmed, onCancel }: TotpSetupProps) {
  const [code, setCode] = useState('')
  const [error, setError] = useState('')
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector<HTMLElement>('[name=code]')?.focus(), [])
  const confirm = useSingleMutation({
    networkMode: 'always',
    mutationFn: async () => (await call(confirmTotp, { body: { code } })).data.codes,
    meta: { showsOwnError: true },
    onSuccess: onConfirmed,
    onError: (cause) => {
      setError(
        (cause instanceof ApiError && cause.fieldErrors.code) ||
          getErrorReason(cause, 'Não foi possível confirmar. Tente de novo.'),
      )
      form.current?.querySelector<HTMLInputElement>('[name=code]')?.select()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== '') confirm.mutate()
  }
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <p className="text-ink-2 text-ui">
        Aponte o aplicativo de códigos do seu celular para a imagem, ou digite a chave nele. Depois escreva o código que ele
        mostra.
      </p>
      <div className="flex flex-wrap gap-5">
        <QrCode uri={uri} />
        <div className="flex min-w-0 flex-1 basis-60 flex-col gap-3">
          <CopyLink
            link={secret.replace(/(.{4})(?=.)/g, '$1 ')}
            label="Chave para digitar"
            button="Copiar chave"
            copied="Chave copiada."
            selected="Copie a chave selecionada com o teclado."
          />
          <TextField
            name="code"
            label="Código do aplicativo"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder="000000"
            maxLength={10}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setError('')
            }}
            error={error || undefined}
            className="tabular tracking-wide"
            required
          />
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" busy={confirm.isPending} disabled={code.trim() === ''}>
          {confirm.isPending ? 'Confirmando...' : 'Confirmar'}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancelar
        </Button>
      </div>
    </form>
  )
}
