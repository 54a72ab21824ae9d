{{- define "tripfold.image" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.repository }}@{{ $image.digest }}
{{- else -}}
{{ $image.repository }}:{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "tripfold.labels" -}}
app.kubernetes.io/name: tripfold
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{/* A key of the Secret as a variable: list with the name of the Secret, the variable and the key. */}}
{{- define "tripfold.secretVariable" -}}
- name: {{ index . 1 }}
  valueFrom: { secretKeyRef: { name: {{ index . 0 }}, key: {{ index . 2 }} } }
{{- end -}}

{{- define "tripfold.securityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
capabilities: { drop: [ALL] }
seccompProfile: { type: RuntimeDefault }
{{- end -}}
