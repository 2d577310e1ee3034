/** Loaded before a server's code: shifts its clock by CLOCK_SHIFT_MS. */
const shiftMs = Number(process.env['CLOCK_SHIFT_MS'] ?? 0)
const { now: originalNow } = Date

globalThis.Date = new Proxy(Date, {
  construct: (target, given: unknown[], made) =>
    Reflect.construct(target, given.length === 0 ? [originalNow() + shiftMs] : given, made) as Date,
  get: (target, name, receiver) =>
    name === 'now' ? () => originalNow() + shiftMs : (Reflect.get(target, name, receiver) as unknown),
})
