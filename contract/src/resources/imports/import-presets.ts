/** Known file formats of other systems, by name. */
export const importPresets = [
  'google',
  'shopify',
  'woocommerce',
  'magento',
  'medusa',
  'vendure',
  'akeneo',
  'akeneo_models',
  'yml',
  'commerceml',
  'commerceml_offers',
] as const;

/** Transformations of a file's rows before they are mapped, by name. */
export const importTransforms = [
  'google_groups',
  'shopify_rows',
  'woocommerce_rows',
  'magento_rows',
  'medusa_rows',
  'vendure_rows',
  'akeneo_models',
  'yml_offers',
  'commerceml_goods',
  'commerceml_offers',
] as const;

export type ImportPreset = (typeof importPresets)[number];
export type ImportTransform = (typeof importTransforms)[number];
