// Generated from spec/ by `npm run generate`. Do not edit.
import { appendErrors, keepError } from '../bounded-errors.ts';
import { codePointLength } from '../code-point-length.ts';
export const defaultProblem = "matched-template-not-found";
"use strict";
export const validate = validate21;
const schema32 = {"type":"object","x-problem-default":"matched-template-not-found","properties":{"statusCallbackUrl":{"type":"string","pattern":"^https?://(?:[\\u0020-\\u002e\\u0030-\\u005b\\u005d-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$","maxLength":500,"x-problem":{"maxLength":"callback-url-not-valid","pattern":{"code":"callback-url-not-valid","detail":"/statusCallbackUrl: must be an HTTPS URL"}}},"subjectId":{"type":["integer","null"],"format":"int32","minimum":0,"maximum":2147483647},"secret":{"type":"string","pattern":"^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$","x-problem":{"pattern":{"code":"matched-template-not-found","detail":"/secret: must be whsec_ and the base64 of 24 to 64 bytes"}}},"inMessageCallbackUrl":{"type":["string","null"]},"messageMatcherCallbackUrl":{"type":["string","null"]}},"allOf":[{"if":{"properties":{"inMessageCallbackUrl":{"type":"null"},"messageMatcherCallbackUrl":{"type":"null"}},"additionalProperties":true},"then":{"required":["statusCallbackUrl"],"properties":{"statusCallbackUrl":{}},"additionalProperties":true,"x-problem":{"required":{"statusCallbackUrl":"matched-template-not-found"}}}}],"additionalProperties":true};
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
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.inMessageCallbackUrl !== undefined){
const _errs5 = errors;
if(data.inMessageCallbackUrl !== null){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
keepError(vErrors, err0);
}
errors = vErrors.length;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.messageMatcherCallbackUrl !== undefined){
const _errs7 = errors;
if(data.messageMatcherCallbackUrl !== null){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
keepError(vErrors, err1);
}
errors = vErrors.length;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
}
}
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs9 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.statusCallbackUrl === undefined){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "statusCallbackUrl"},parentSchema:schema32.allOf[0].then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
keepError(vErrors, err2);
}
errors = vErrors.length;
}
}
var _valid0 = _errs9 === errors;
valid1 = _valid0;
}
if(!valid1){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: "then"},parentSchema:schema32.allOf[0],data};
if(vErrors === null){
vErrors = [err3];
}
else {
keepError(vErrors, err3);
}
errors = vErrors.length;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.statusCallbackUrl !== undefined){
let data2 = data.statusCallbackUrl;
if(typeof data2 === "string"){
if(func1(data2) > 500){
const err4 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"maxLength",params:{limit: 500},parentSchema:schema32.properties.statusCallbackUrl,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
keepError(vErrors, err4);
}
errors = vErrors.length;
}
if(!pattern4.test(data2)){
const err5 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"pattern",params:{pattern: "^https?://(?:[\\u0020-\\u002e\\u0030-\\u005b\\u005d-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])(?:[\\u0020-\\u007e\\u0080-\\ud7ff\\ue000-\\uffff]|[^\\u0000-\\uffff])*$"},parentSchema:schema32.properties.statusCallbackUrl,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
keepError(vErrors, err5);
}
errors = vErrors.length;
}
}
else {
const err6 = {instancePath:instancePath+"/statusCallbackUrl",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.statusCallbackUrl,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
keepError(vErrors, err6);
}
errors = vErrors.length;
}
}
if(data.subjectId !== undefined){
let data3 = data.subjectId;
if((!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))) && (data3 !== null)){
const err7 = {instancePath:instancePath+"/subjectId",keyword:"type",params:{type: schema32.properties.subjectId.type},parentSchema:schema32.properties.subjectId,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
keepError(vErrors, err7);
}
errors = vErrors.length;
}
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 2147483647 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/subjectId",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema32.properties.subjectId,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
keepError(vErrors, err8);
}
errors = vErrors.length;
}
if(data3 < 0 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/subjectId",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema32.properties.subjectId,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
keepError(vErrors, err9);
}
errors = vErrors.length;
}
}
}
if(data.secret !== undefined){
let data4 = data.secret;
if(typeof data4 === "string"){
if(!pattern5.test(data4)){
const err10 = {instancePath:instancePath+"/secret",keyword:"pattern",params:{pattern: "^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$"},schema:"^whsec_(?:(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?|(?:[A-Za-z0-9+/]{4}){21}(?:[A-Za-z0-9+/]{2}==)?)$",parentSchema:schema32.properties.secret,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
keepError(vErrors, err10);
}
errors = vErrors.length;
}
}
else {
const err11 = {instancePath:instancePath+"/secret",keyword:"type",params:{type: "string"},parentSchema:schema32.properties.secret,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
keepError(vErrors, err11);
}
errors = vErrors.length;
}
}
if(data.inMessageCallbackUrl !== undefined){
let data5 = data.inMessageCallbackUrl;
if((typeof data5 !== "string") && (data5 !== null)){
const err12 = {instancePath:instancePath+"/inMessageCallbackUrl",keyword:"type",params:{type: schema32.properties.inMessageCallbackUrl.type},parentSchema:schema32.properties.inMessageCallbackUrl,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
keepError(vErrors, err12);
}
errors = vErrors.length;
}
}
if(data.messageMatcherCallbackUrl !== undefined){
let data6 = data.messageMatcherCallbackUrl;
if((typeof data6 !== "string") && (data6 !== null)){
const err13 = {instancePath:instancePath+"/messageMatcherCallbackUrl",keyword:"type",params:{type: schema32.properties.messageMatcherCallbackUrl.type},parentSchema:schema32.properties.messageMatcherCallbackUrl,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
keepError(vErrors, err13);
}
errors = vErrors.length;
}
}
}
else {
const err14 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema32,data};
if(vErrors === null){
vErrors = [err14];
}
else {
keepError(vErrors, err14);
}
errors = vErrors.length;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

