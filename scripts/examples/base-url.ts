/** Stands for the address of the service in examples. */
export const EXAMPLE_BASE_URL = 'https://indicators.example';
