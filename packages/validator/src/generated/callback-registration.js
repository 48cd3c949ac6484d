// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
import { codePointLength } from '../code-point-length.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","required":["statusCallbackUrl"],"properties":{"statusCallbackUrl":{"type":"string","pattern":"^https?://(?:[\\u0020-\\u002e\\u0030-\\u005b\\u005d-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":500,"x-problem":{"maxLength":"callback-url-not-valid","pattern":{"code":"callback-url-not-valid","detail":"/statusCallbackUrl: must be an HTTPS URL"}}},"subjectId":{"type":["integer","null"],"format":"int32","minimum":0,"maximum":2147483647},"secret":{"type":"string","pattern":"^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$","x-problem":{"pattern":{"code":"matched-template-not-found","detail":"/secret: must be whsec_ and the base64 of 24 to 64 bytes"}}}},"additionalProperties":true};
const func1 = codePointLength;
const pattern4 = new RegExp("^https?://(?:[\\u0020-\\u002e\\u0030-\\u005b\\u005d-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$", "u");
const pattern5 = new RegExp("^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$", "u");

function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.statusCallbackUrl === undefined){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "statusCallbackUrl"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
if(data.statusCallbackUrl !== undefined){
let data0 = data.statusCallbackUrl;
if(typeof data0 === "string"){
if(func1(data0) > 500){
const err1 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"maxLength",params:{limit: 500},parentSchema:schema32.properties.statusCallbackUrl,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"pattern",params:{pattern: "^https?://(?:[\\u0020-\\u002e\\u0030-\\u005b\\u005d-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.statusCallbackUrl,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
else {
const err3 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.statusCallbackUrl,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
}
if(data.subjectId !== undefined){
let data1 = data.subjectId;
if((!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))) && (data1 !== null)){
const err4 = {instancePath:instancePath+"/subjectId",keyword:"type",params:{type: schema32.properties.subjectId.type},parentSchema:schema32.properties.subjectId,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 2147483647 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/subjectId",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema32.properties.subjectId,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
if(data1 < 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/subjectId",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.subjectId,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
}
if(data.secret !== undefined){
let data2 = data.secret;
if(typeof data2 === "string"){
if(!pattern5.test(data2)){
const err7 = {instancePath:instancePath+"/secret",keyword:"pattern",params:{pattern: "^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$"},schema:"^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$",parentSchema:schema32.properties.secret,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
}
else {
const err8 = {instancePath:instancePath+"/secret",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.secret,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

