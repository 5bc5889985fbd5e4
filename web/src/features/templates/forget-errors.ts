import type { FormInstance } from 'antd'

/** Clears the errors of changed fields, which are checked again on sending (TMPL-30). */
export const forgetErrors = (form: FormInstance, changed: object) =>
  form.setFields(Object.keys(changed).map((name) => ({ name, errors: [] })))
