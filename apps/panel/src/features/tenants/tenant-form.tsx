import { zodResolver } from '@hookform/resolvers/zod'
import { createTenant } from '@prosa/contract/calls/organisation/tenants'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { ApiError } from '../../shared/api/errors.ts'
import { useSingleMutation } from '../../shared/api/use-single-mutation.ts'
import { Button } from '../../shared/ui/buttons/button.tsx'
import { FormError } from '../../shared/ui/inputs/form-error.tsx'
import { getFormErrorMessage, setServerErrors } from '../../shared/ui/inputs/form-errors.ts'
import { TextField } from '../../shared/ui/inputs/text-field.tsx'
import { findTenantNameByDomain } from './queries.ts'
import { parseQuotaGb } from './storage-quota.ts'

const FIELDS = ['name', 'domain'] as const

/** Validation schema of the form. It applies the contract's rules, with messages for users. */
const schema = z.object({
  name: z
    .string()
    .check(z.trim(), z.minLength(2, 'Use pelo menos 2 caracteres.'), z.maxLength(100, 'Use no máximo 100 caracteres.')),
  domain: createTenant.body.shape.domain,
  /** Storage quota in GB, as typed. Undefined if the form has no such field. */
  room: z.optional(z.string().check(z.refine((text) => parseQuotaGb(text) !== undefined, 'Digite quantos GB, ou deixe vazio.'))),
})
export type TenantDraft = z.output<typeof schema>

interface TenantFormProps {
  initialDraft: TenantDraft
  submitLabel: string
  busyLabel: string
  onSave: (draft: TenantDraft) => Promise<unknown>
  onDone: () => void
}

/** Form for a tenant's name and domain, and for its storage quota if the quota can be set. */
export function TenantForm({ initialDraft, submitLabel, busyLabel, onSave, onDone }: TenantFormProps) {
  const { register, formState, handleSubmit, setError, setFocus } = useForm({
    mode: 'onTouched',
    resolver: zodResolver(schema),
    defaultValues: initialDraft,
  })
  const save = useSingleMutation({
    mutationFn: onSave,
    networkMode: 'always',
    meta: { showsOwnError: true },
    onSuccess: onDone,
    onError: async (error, { domain }) => {
      setServerErrors(error, FIELDS, setError)
      if (!(error instanceof ApiError && error.statusCode === 409 && error.fieldErrors.domain)) return
      const owner = await findTenantNameByDomain(domain)
      if (owner) setError('domain', { type: 'server', message: `Este domínio já é de ${owner}.` })
    },
  })
  // Focuses the name field, because the form is rendered after its dialog has opened.
  useEffect(() => setFocus('name'), [setFocus])
  const { errors } = formState
  return (
    <form noValidate onSubmit={handleSubmit((draft) => save.mutate(draft))} className="flex flex-col gap-4">
      <TextField {...register('name')} label="Nome" autoComplete="off" error={errors.name?.message} required />
      <TextField
        {...register('domain')}
        label="Domínio"
        placeholder="empresa.com.br"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        inputMode="url"
        description="Identifica a organização nos convites."
        error={errors.domain?.message}
        required
      />
      {initialDraft.room !== undefined && (
        <TextField
          {...register('room')}
          label="Espaço de arquivos (GB)"
          inputMode="decimal"
          autoComplete="off"
          description="Vazio: o mesmo que as demais."
          error={errors.room?.message}
        />
      )}
      <FormError>{save.error && getFormErrorMessage(save.error, FIELDS, 'Não foi possível salvar. Tente novamente.')}</FormError>
      <Button type="submit" variant="primary" className="self-end" busy={save.isPending}>
        {save.isPending ? busyLabel : submitLabel}
      </Button>
    </form>
  )
}
